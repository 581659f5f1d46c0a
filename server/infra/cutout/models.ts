/** The models this server cuts out with: files that the build takes out of installed packages. */
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

export type ModelName = 'person' | 'object'

interface Model {
  readonly file: string
  /** Pixels of a side of the square it looks at. */
  readonly side: number
  /** What a byte of each channel is turned into: (value / 255 - mean) / deviation. */
  readonly mean: readonly [number, number, number]
  readonly deviation: readonly [number, number, number]
  /** Part of the key under which results are kept: changes with the file and with what is done before and after it. */
  readonly version: string
}

export const models: Readonly<Record<ModelName, Model>> = {
  person: {
    file: 'person.onnx',
    side: 256,
    mean: [0.5, 0.5, 0.5],
    deviation: [0.5, 0.5, 0.5],
    version: 'selfie-multiclass-256/2',
  },
  object: {
    file: 'object.onnx',
    side: 320,
    mean: [0.485, 0.456, 0.406],
    deviation: [0.229, 0.224, 0.225],
    version: 'u2netp-320/1',
  },
}

/** The folder with every model; null when it was not built. Beside the bundle, or of the last build when run from source. */
export function findModels(): string | null {
  const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
  const folders = [here('./models'), here('../../../dist/server/models'), resolve('dist/server/models')]
  return folders.find((folder) => Object.values(models).every(({ file }) => existsSync(join(folder, file)))) ?? null
}
