/** What stands near the beginning of every saved model, be it JSON or in the safetensors layout. */
const mark = "kernelbayes-posterior";

/** Whether the bytes of a file are those of a saved model. */
export function isModelFile(bytes: Uint8Array): boolean {
  // JSON begins with a brace; a safetensors file with the length of its header, of which the upper half is 0.
  const isTensors = bytes.length > 8 && bytes.subarray(4, 8).every((byte) => byte === 0);
  const head = new TextDecoder().decode(isTensors ? bytes.subarray(8) : bytes.subarray(0, 4096)).trimStart();
  return head.startsWith("{") && head.includes(mark);
}
