declare module "virtual:worker-text" {
  const text: string;
  export default text;
}
