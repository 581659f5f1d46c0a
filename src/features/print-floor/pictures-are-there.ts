/** Waits for the pictures of the print sheet, so that none is missing on paper; one that does not load leaves its place empty. */
export async function picturesAreThere(): Promise<void> {
  const pictures = document.querySelectorAll<HTMLImageElement>('.print-sheet img')
  await Promise.all([...pictures].map((picture) => picture.decode().catch(() => undefined)))
}
