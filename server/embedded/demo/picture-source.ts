/**
 * Where the demo's pictures come from: drawn by the first start, or stored by it from a folder in which the build drew them. Drawing and
 * examining them takes a first start longer than everything else together.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { finalKey, newFileSecret } from '../../domain/files/names'
import type { Deps } from '../../kernel/context'
import type { DemoArt } from './art'
import { type DemoPictures, drawOrderPictures, drawPictures, type KeptFile, shopPictures } from './pictures'

type Tools = Pick<Deps, 'storage' | 'examiner' | 'renderer'>

export interface DemoPictureSource {
  /** Stores the pictures of the catalogue, the templates and the library, and returns them. */
  ofShop(tools: Tools): Promise<DemoPictures>
  /** Stores the pictures of the demo's orders; returns them by `printKey` and `effectKey`. */
  ofOrders(tools: Tools): Promise<ReadonlyMap<string, KeptFile>>
}

export const drawnBy = (art: DemoArt): DemoPictureSource => ({
  ofShop: (tools) => drawPictures(tools, art),
  ofOrders: (tools) => drawOrderPictures(tools, art),
})

type Entry = readonly [key: string, file: KeptFile]

/** The index of the folder; the content of each file lies beside it under its SHA-256. */
interface Index {
  readonly shop: readonly Entry[]
  readonly orders: readonly Entry[]
  readonly facts: Pick<DemoPictures, 'notes' | 'photoLayers' | 'stickers'>
}

const indexName = 'index.json'
const extensionOf = (key: string): string => key.slice(key.lastIndexOf('.') + 1)

/** Draws all pictures into an empty folder, for `preparedPictures`. */
export async function preparePictures(folder: string, tools: Omit<Tools, 'storage'>, art: DemoArt): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const contents = new Map<string, Buffer>()
  const put = async (key: string, body: unknown): Promise<void> => {
    if (!Buffer.isBuffer(body)) throw new Error(`${key} is no content in memory`)
    contents.set(key, body)
  }
  const storage = { put } as Partial<Deps['storage']> as Deps['storage']
  const source = drawnBy(art)
  const { files, notes, photoLayers, stickers } = await source.ofShop({ ...tools, storage })
  const orders = await source.ofOrders({ ...tools, storage })
  for (const { sha256, storage_key } of [...files.values(), ...orders.values()]) {
    const bytes = contents.get(storage_key)
    if (!bytes) throw new Error(`${storage_key} was not stored`)
    writeFileSync(join(folder, sha256), bytes)
  }
  const index: Index = { shop: [...files], orders: [...orders], facts: { notes, photoLayers, stickers } }
  writeFileSync(join(folder, indexName), JSON.stringify(index))
}

/** Files that are stored at once: some storages are a network away. */
const storedAtOnce = 8

/** Stores the files under keys of this installation, and returns them with these. */
async function store({ storage }: Tools, folder: string, entries: readonly Entry[]): Promise<ReadonlyMap<string, KeptFile>> {
  const files = new Map<string, KeptFile>()
  const left = entries.values()
  const work = async (): Promise<void> => {
    for (const [key, file] of left) {
      const storage_key = finalKey(newFileSecret(), file.sha256, extensionOf(file.storage_key))
      await storage.put(storage_key, readFileSync(join(folder, file.sha256)), file.content_type)
      files.set(key, { ...file, storage_key })
    }
  }
  await Promise.all(Array.from({ length: storedAtOnce }, work))
  return files
}

/** Returns the pictures of a folder that `preparePictures` has filled, or those that `art` draws where there is none. */
export function preparedPictures(folder: string, art: DemoArt): DemoPictureSource {
  if (!existsSync(join(folder, indexName))) return drawnBy(art)
  // Read once for each part, in the first start alone.
  const read = (): Index => JSON.parse(readFileSync(join(folder, indexName), 'utf8'))
  return {
    async ofShop(tools) {
      const { shop, facts } = read()
      return shopPictures(await store(tools, folder, shop), facts)
    },
    ofOrders: (tools) => store(tools, folder, read().orders),
  }
}
