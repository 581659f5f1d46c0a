/** Pixels for the demo shop: renders SVG with the image library, and reads stickers and a font from installed packages. */
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
  /** Name of the font in the shop. */
  readonly name: string
  readonly fileName: string
  readonly bytes: Buffer
  /** Returns a picture of the font's name drawn with the font, 32 px, in a colour #rrggbb. */
  preview(color: string): Promise<Buffer>
}

export interface DemoArt {
  /** Renders SVG markup (with its own `width` and `height`, pictures inside as data: URLs) as PNG. */
  draw(svg: string): Promise<Buffer>
  /** Returns a sticker by its emoji code points, such as `1f431`; null when the package with the stickers is not installed. */
  sticker(code: string): Promise<Picture | null>
  /** Returns a complete TTF with Chinese glyphs; null when its package is not installed. */
  font(): Promise<DemoFont | null>
}

const require = createRequire(import.meta.url)

/** Reads a file of a package; null when the package or the file does not exist. Rejects on any other error. */
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
    // `unlimited`: a composed thumbnail contains its pictures as data URLs, beyond the XML parser's usual limit.
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
