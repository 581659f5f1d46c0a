/** A screen of the library of assets over the fake API: queries and tasks are real. */
import type { ReactNode } from 'react'
import type { DesignAsset, DesignAssetCollection } from '../../../../contract/types'
import { brokenServer, fakeApi, Refusal } from '../../../api/test/fake-api'
import { fakePlatform } from '../../../api/test/fake-platform'
import { renderScreen, testQueries } from '../../../api/test/render-screen'
import { memoryTaskStorage } from '../../../base/tasks/task-storage'
import { createTaskStore } from '../../../base/tasks/task-store'
import { TaskStoreProvider } from '../../../ui/tasks'
import assetDelete from '../asset-delete-task'
import assetMove from '../asset-move-task'
import assetUpload, { type AssetTaskServices } from '../asset-upload-task'

interface Named {
  readonly id: number
  readonly name: string
}

const withNext = <T extends Named>(rows: readonly T[]): (T & { next: number | null })[] =>
  rows.map((row, at) => ({ ...row, next: rows[at + 1]?.id ?? null }))

const assetOf = (id: number, name: string, collectionId = 1): DesignAsset => ({
  id,
  url: `/files/${'0'.repeat(32)}/${String(id).padStart(16, '0')}.png`,
  collectionId,
  type: 1,
  fileId: id,
  name,
  width: 1000,
  height: 2000,
  size: 2048,
  next: null,
})
const collectionOf = (id: number, name: string): DesignAssetCollection => ({
  id,
  name,
  type: 1,
  count: 0,
  coverUrls: [],
  next: null,
})

/** Moves a row as the server does: directly before `next`, or to the end. */
function reordered<T extends Named>(rows: readonly T[], id: number, next: number | null): T[] {
  const moved = rows.filter((row) => row.id === id)
  const rest = rows.filter((row) => row.id !== id)
  const at = next === null ? rest.length : rest.findIndex((row) => row.id === next)
  return [...rest.slice(0, at), ...moved, ...rest.slice(at)]
}

/** Renders a screen over a library with these collections and assets. Any call can be made to fail. */
export function openLibrary(screen: ReactNode, initial: { collections?: readonly string[]; assets?: readonly string[] } = {}) {
  const shop = {
    collections: (initial.collections ?? ['夏日', '国风']).map((name, at) => collectionOf(at + 1, name)),
    assets: (initial.assets ?? ['海浪.png', '西瓜.png', '椰树.png']).map((name, at) => assetOf(at + 11, name)),
    /** Number of the asked files that are in the library already. */
    knownFiles: 0,
    /** The deletion of this asset fails. */
    keptId: null as number | null,
  }
  const fake = fakeApi({
    designAssetCollections: {
      list() {
        const count = (collection: number) => shop.assets.filter((one) => one.collectionId === collection).length
        return withNext(shop.collections.map((one) => ({ ...one, count: count(one.id) })))
      },
      create({ body: { name } }) {
        const made = collectionOf(shop.collections.length + 1, name)
        shop.collections.push(made)
        return made
      },
      update({ params: { id }, body: { name } }) {
        shop.collections = shop.collections.map((one) => (one.id === id ? { ...one, name } : one))
        return collectionOf(id, name)
      },
      remove({ params }) {
        shop.collections = shop.collections.filter(({ id }) => id !== params.id)
        return { ok: true }
      },
      order({ params: { id }, body: { next } }) {
        shop.collections = reordered(shop.collections, id, next)
        return { ok: true }
      },
    },
    designAssets: {
      list({ query: { collectionId, pageNo, pageSize } }) {
        const all = withNext(shop.assets.filter((one) => one.collectionId === collectionId))
        const from = (pageNo - 1) * pageSize
        return { items: all.slice(from, from + pageSize), totalItems: all.length }
      },
      names: () => shop.assets,
      some: ({ query: { ids } }) => ids.flatMap((id) => shop.assets.filter((asset) => asset.id === id)),
      known({ body: { sums } }) {
        const known = { id: 11, name: '海浪.png', collectionId: 1, collectionName: '夏日' }
        return sums.slice(0, shop.knownFiles).map((sha256) => ({ ...known, sha256 }))
      },
      create({ body: { fileId, collectionId } }) {
        const made = assetOf(fileId, `新 ${fileId}.png`, collectionId)
        shop.assets.push(made)
        return made
      },
      update({ params: { id }, body: { name, collectionId } }) {
        const old = shop.assets.find((one) => one.id === id)
        if (!old) return new Refusal('not-found', '素材已被删除')
        const changed = { ...old, name: name ?? old.name, collectionId: collectionId ?? old.collectionId }
        shop.assets = shop.assets.map((one) => (one.id === id ? changed : one))
        return changed
      },
      remove({ params }) {
        if (params.id === shop.keptId) return brokenServer
        shop.assets = shop.assets.filter(({ id }) => id !== params.id)
        return { ok: true }
      },
      order({ params: { id }, body: { next } }) {
        shop.assets = reordered(shop.assets, id, next)
        return { ok: true }
      },
    },
  })
  const sent: string[] = []
  const platform = fakePlatform({
    async uploadFile({ name, blob }) {
      const fileId = 900 + sent.push(name)
      return { fileId, url: `/files/${fileId}.png`, contentType: 'image/png', size: blob.size, width: 1, height: 1 }
    },
  })
  const services = { api: fake.api, platform, queries: testQueries() }
  const kinds = { 'asset-upload': assetUpload, 'asset-delete': assetDelete, 'asset-move': assetMove } as const
  const store = createTaskStore<AssetTaskServices>({
    services,
    kinds: async (kind) => kinds[kind as keyof typeof kinds],
    storage: memoryTaskStorage(),
    network: { isOnline: () => true, onChange: () => () => undefined },
  })
  store.setAccount('demo')
  const { user } = renderScreen(<TaskStoreProvider store={store}>{screen}</TaskStoreProvider>, services)
  return { shop: Object.assign(shop, fake), sent, user }
}
