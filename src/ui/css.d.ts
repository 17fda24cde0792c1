declare module "*.css";

declare module "*?worker" {
  const WorkerClass: new () => Worker;
  // oxlint-disable-next-line import/no-default-export -- this is how the bundler hands out workers
  export default WorkerClass;
}
