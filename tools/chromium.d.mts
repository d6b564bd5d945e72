/** The program that CHROMIUM_PATH names, else one of the system, else the one that Playwright has installed. */
export declare function findChromium(): string | undefined;
export declare function launchOptions(executablePath: string | undefined): { executablePath?: string; args: string[] };
export declare function chromiumVersion(executablePath: string): string | undefined;
