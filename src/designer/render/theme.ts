/** CSS colours that the canvas draws over the design with; the page reads them from its theme. */
export interface CanvasTheme {
  /** Selection, handles, drag box. */
  readonly accent: string
  /** Centre lines while something snaps to them. */
  readonly guide: string
  /** The dashed line around the print area. */
  readonly printArea: string
  /** Drawn over what will not be printed while something is dragged. */
  readonly dim: string
  /** The canvas where no layer covers it. */
  readonly paper: string
  /** A picture that is loading or has failed. */
  readonly placeholder: string
  readonly failed: string
}

export const defaultTheme: CanvasTheme = {
  accent: '#165DFF',
  guide: '#F5319D',
  printArea: 'rgba(0, 0, 0, 0.45)',
  dim: 'rgba(134, 141, 152, 0.6)',
  paper: '#FFFFFF',
  placeholder: 'rgba(134, 144, 156, 0.18)',
  failed: 'rgba(245, 63, 63, 0.16)',
}
