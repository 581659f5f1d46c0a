/** What the demo shop is made of that domain code cannot make itself: pixels, and pictures out of installed packages. */

export interface Picture {
  readonly png: Buffer
  readonly width: number
  readonly height: number
}

export interface DemoArt {
  /** Draws SVG markup (its own `width` and `height`, pictures inside as data: URLs) into a PNG. */
  draw(svg: string): Promise<Buffer>
  /** A sticker by its emoji code points, e.g. `1f431`; null when the package with the stickers is not installed. */
  sticker(code: string): Promise<Picture | null>
  /** A whole TTF with Chinese glyphs; null when its package is not installed. */
  font(): Promise<{ readonly name: string; readonly bytes: Buffer } | null>
}
