/** Accelerate, the BLAS and LAPACK that every macOS has. */
export const accelerate = "/System/Library/Frameworks/Accelerate.framework/Accelerate";

/**
 * Names under which OpenBLAS may be found, the likeliest first. Names without a folder are looked up as the system does
 * for any library.
 */
export function candidates(platform: NodeJS.Platform = process.platform): readonly string[] {
  if (platform === "darwin") {
    return [
      "/opt/homebrew/opt/openblas/lib/libopenblas.dylib", // Homebrew on Apple silicon
      "/usr/local/opt/openblas/lib/libopenblas.dylib", // Homebrew on Intel
      "/opt/local/lib/libopenblas.dylib", // MacPorts
      "libopenblas.dylib",
      accelerate,
    ];
  }
  if (platform === "win32") return ["libopenblas.dll", "openblas.dll"];
  return [
    "libopenblas.so.0", // Debian, Ubuntu, Arch
    "libopenblasp.so.0", // Fedora, with threads
    "libopenblas_pthreads.so.0", // openSUSE
    "libopenblas.so.3", // Alpine
    "libopenblas.so", // where the files for compiling are installed, and FreeBSD
  ];
}
