/** How factories get at the pictures they print. */
export interface Prints {
  /** Makes addresses of print files unguessable. */
  readonly secret: string
  /** What factories take. */
  readonly format: 'png' | 'tif'
}
