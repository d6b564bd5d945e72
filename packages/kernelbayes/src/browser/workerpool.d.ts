// The build of workerpool for pages, which is bundled with ours: bundlers that follow its package look for modules of Node.
declare module "workerpool/dist/workerpool.js" {
  export { default } from "workerpool";
}
