declare module "virtual:worker-text" {
  const text: string;
  export default text;
}
declare module "virtual:report-files" {
  const files: Readonly<Record<string, string>>;
  export default files;
}
