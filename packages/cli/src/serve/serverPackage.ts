import { EnvironmentError } from "kernelbayes";

/** What a module of the package that serves gives, or a word on how to get the package. */
export async function fromServerPackage<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== "ERR_MODULE_NOT_FOUND" || !message.includes("'@kernelbayes/server'")) throw error;
    throw new EnvironmentError(
      "server-missing",
      "This command needs the package @kernelbayes/server, which is not installed beside the command.",
      "Install it: npm install @kernelbayes/server (with -g if the command was installed so).",
    );
  }
}
