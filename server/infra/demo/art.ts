/** Pixels for the demo shop: SVG through the image library, stickers and a font out of installed packages. */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import type { DemoArt } from '../../ports/demo-art'

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
    const bytes = await packageFile('@expo-google-fonts/zcool-kuaile', '400Regular/ZCOOLKuaiLe_400Regular.ttf')
    return bytes && { name: '站酷快乐体.ttf', bytes }
  },
}
