/** Pixels for the demo shop: SVG through the image library, stickers and a font out of installed packages. */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import sharp from 'sharp'

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

const require = createRequire(import.meta.url)

/** A file of a package, or null when the package or the file is not there; any other trouble is an error. */
async function packageFile(name: string, path: string): Promise<Buffer | null> {
  try {
    return await readFile(join(dirname(require.resolve(`${name}/package.json`)), path))
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'MODULE_NOT_FOUND' || code === 'ENOENT') return null
    throw error
  }
}

export const demoArt: DemoArt = {
  draw(svg) {
    // `unlimited`: a composed thumbnail carries its pictures inside, beyond the XML parser's usual limit.
    return sharp(Buffer.from(svg), { unlimited: true }).png({ compressionLevel: 6 }).toBuffer()
  },

  async sticker(code) {
    const webp = await packageFile('@lobehub/fluent-emoji-3d', `assets/${code}.webp`)
    if (!webp) return null
    const { data, info } = await sharp(webp).png({ compressionLevel: 6 }).toBuffer({ resolveWithObject: true })
    return { png: data, width: info.width, height: info.height }
  },

  async font() {
    const [owner, file] = ['@expo-google-fonts/zcool-kuaile', '400Regular/ZCOOLKuaiLe_400Regular.ttf'] as const
    const bytes = await packageFile(owner, file)
    if (bytes === null) return null
    const name = '站酷快乐体'
    const fontfile = join(dirname(require.resolve(`${owner}/package.json`)), file)
    return {
      name,
      fileName: `${name}.ttf`,
      bytes,
      preview(color) {
        const text = `<span foreground="${color}">${name}</span>`
        return sharp({ text: { text, fontfile, font: 'ZCOOL KuaiLe 32', rgba: true, dpi: 72 } })
          .png()
          .toBuffer()
      },
    }
  },
}
