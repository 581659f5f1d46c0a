/** Groups and pictures of the asset library, made and read through the API. */
import sharp from 'sharp'
import type { Journey } from './journey'
import type { Picture } from './pictures'
import { type Made, uploadPicture } from './shop'

export const groupsPath = '/api/design_asset_collections'

/** Counts the drawn pictures, so that each has a colour of its own. */
let drawnCount = 0
/** Draws a small picture that differs from all others. */
export async function tile(name: string): Promise<Picture> {
  drawnCount += 1
  const background = { r: drawnCount % 256, g: (drawnCount >> 8) % 256, b: 160 }
  const buffer = await sharp({ create: { width: 40, height: 80, channels: 3, background } })
    .png()
    .toBuffer()
  return { name, mimeType: 'image/png', buffer, width: 40, height: 80 }
}

/** A file that says it is a PNG, whatever its bytes are. */
export const fileOf = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/png', buffer })

/** Types of groups and assets: 1 picture, 2 sticker, 3 background. */
export function assetShop({ baseUrl, call }: Pick<Journey, 'baseUrl' | 'call'>) {
  const storedIn = async (collectionId: number) =>
    (await call<{ items: Made[] }>('GET', `/api/design_assets?collectionId=${collectionId}&pageSize=500`)).items
  return {
    addGroup: (name: string, type = 1) => call<Made>('POST', groupsPath, { type, name }),
    groupNames: async (type = 1) => (await call<Made[]>('GET', `${groupsPath}?type=${type}`)).map(({ name }) => name),
    storedIn,
    namesIn: async (collectionId: number) => (await storedIn(collectionId)).map(({ name }) => name),
    /** Puts pictures into a group. */
    async fill(collectionId: number, names: readonly string[], type = 1): Promise<void> {
      // The uploads run in parallel; the assets are created one after another, so that their order is known.
      const files = await Promise.all(names.map(async (name) => uploadPicture(call, baseUrl, 1, await tile(name))))
      for (const { id: fileId } of files) await call('POST', '/api/design_assets', { type, collectionId, fileId })
    },
  }
}
