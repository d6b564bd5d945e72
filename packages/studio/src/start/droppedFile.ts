/** The first file that a drop brings along. */
export function droppedFile({ dataTransfer }: DragEvent): File | undefined {
  return dataTransfer?.files[0];
}
