/** Whether the picture at this address is drawn in lines (SVG): sharp at any size. */
export function isDrawing(url: string): boolean {
  return /^data:image\/svg\+xml[;,]|\.svg(?:[?#]|$)/i.test(url)
}
