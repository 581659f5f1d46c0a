/** What the demo shop is made of that domain code cannot make itself: pixels, and pictures out of installed packages. */

export interface Picture {
  readonly png: Buffer
  readonly width: number
  readonly height: number
}

export interface DemoFont {
  /** What the seller calls it. */
  readonly name: string
  readonly fileName: string
  readonly bytes: Buffer
  /** Its name drawn with it, 32 px, in a colour #rrggbb. */
  preview(color: string): Promise<Buffer>
}

export interface DemoArt {
  /** Draws SVG markup (its own `width` and `height`, pictures inside as data: URLs) into a PNG. */
  draw(svg: string): Promise<Buffer>
  /** A sticker by its emoji code points, e.g. `1f431`; null when the package with the stickers is not installed. */
  sticker(code: string): Promise<Picture | null>
  /** A whole TTF with Chinese glyphs; null when its package is not installed. */
  font(): Promise<DemoFont | null>
}
