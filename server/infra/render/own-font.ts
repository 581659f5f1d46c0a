/** The font that the product brings along: 站酷快乐体 (ZCOOL KuaiLe, SIL Open Font License 1.1), from its package. */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { OwnFont } from '../../ports/renderer'

const require = createRequire(import.meta.url)
const [owner, file] = ['@expo-google-fonts/zcool-kuaile', '400Regular/ZCOOLKuaiLe_400Regular.ttf'] as const

/** Returns the font; null where its package is not installed. */
export async function readOwnFont(): Promise<OwnFont | null> {
  try {
    return { name: '站酷快乐体', bytes: await readFile(join(dirname(require.resolve(`${owner}/package.json`)), file)) }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'MODULE_NOT_FOUND' || code === 'ENOENT') return null
    throw error
  }
}
