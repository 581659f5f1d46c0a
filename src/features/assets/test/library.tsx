/** A simulated server for screen tests: the API client, queries and tasks are real, the transport's answers are not. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import type { HttpRequest, Platform } from '../../../../adapters/platform'
import type { DesignAsset, DesignAssetCollection } from '../../../../contract/types'
import { createApi } from '../../../api/client'
import { ServicesProvider } from '../../../api/services'
import { memoryTaskStorage } from '../../../base/tasks/task-storage'
import { createTaskStore } from '../../../base/tasks/task-store'
import { TaskStoreProvider } from '../../../ui/tasks'
import assetDelete from '../asset-delete-task'
import assetMove from '../asset-move-task'
import assetUpload, { type AssetTaskServices } from '../asset-upload-task'

export interface Answer {
  readonly status: number
  readonly body: unknown
}

export const refused: Answer = { status: 500, body: { traceId: 'tr-9', code: 'internal', message: '服务器出错' } }

interface Named {
  readonly id: number
  readonly name: string
}

const withNext = <T extends Named>(rows: readonly T[]): (T & { next: number | null })[] =>
  rows.map((row, at) => ({ ...row, next: rows[at + 1]?.id ?? null }))

export const assetOf = (id: number, name: string, collectionId = 1): DesignAsset => ({
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

/** Renders a screen over a library with these collections and assets. It records every call, and any call can be made to fail. */
export function openLibrary(screen: ReactNode, initial: { collections?: readonly string[]; assets?: readonly string[] } = {}) {
  const shop = {
    collections: (initial.collections ?? ['夏日', '国风']).map((name, at) => collectionOf(at + 1, name)),
    assets: (initial.assets ?? ['海浪.png', '西瓜.png', '椰树.png']).map((name, at) => assetOf(at + 11, name)),
    requests: [] as string[],
    /** Number of the asked files that are in the library already. */
    knownFiles: 0,
    failures: new Map<string, Answer>(),
  }
  const answerRequest = ({ method, path, body }: HttpRequest): Answer => {
    const call = `${method} ${path}${body ? ` ${body}` : ''}`
    shop.requests.push(call)
    for (const [prefix, answer] of shop.failures) if (call.startsWith(prefix)) return answer
    const url = new URL(path, 'http://x')
    const id = Number(url.pathname.split('/')[3])
    const input = JSON.parse(body ?? '{}') as { name: string; next: number | null; fileId: number }
    const isCollection = url.pathname.startsWith('/api/design_asset_collections')
    const ok = { status: 200, body: { ok: true } }
    if (url.pathname.endsWith('/ordering')) {
      if (isCollection) shop.collections = reordered(shop.collections, id, input.next)
      else shop.assets = reordered(shop.assets, id, input.next)
      return ok
    }
    if (isCollection) {
      if (method === 'GET') {
        const count = (collection: number) => shop.assets.filter((one) => one.collectionId === collection).length
        return { status: 200, body: withNext(shop.collections.map((one) => ({ ...one, count: count(one.id) }))) }
      }
      if (method === 'POST') shop.collections.push(collectionOf(shop.collections.length + 1, input.name))
      if (method === 'PATCH')
        shop.collections = shop.collections.map((one) => (one.id === id ? { ...one, name: input.name } : one))
      if (method === 'DELETE') shop.collections = shop.collections.filter((one) => one.id !== id)
      return {
        status: 200,
        body: method === 'DELETE' ? { ok: true } : (shop.collections.find((one) => one.id === id) ?? shop.collections.at(-1)),
      }
    }
    if (url.pathname.endsWith('/names')) {
      return { status: 200, body: shop.assets.map(({ id: one, collectionId, name }) => ({ id: one, collectionId, name })) }
    }
    if (url.pathname.endsWith('/some')) {
      const ids = (url.searchParams.get('ids') ?? '').split(',').map(Number)
      return { status: 200, body: ids.flatMap((one) => shop.assets.filter((asset) => asset.id === one)) }
    }
    if (url.pathname.endsWith('/known')) {
      const { sums } = JSON.parse(body ?? '{}') as { sums: string[] }
      const known = { id: 11, name: '海浪.png', collectionId: 1, collectionName: '夏日' }
      return { status: 200, body: sums.slice(0, shop.knownFiles).map((sha256) => ({ ...known, sha256 })) }
    }
    if (method === 'PATCH') {
      const { name, collectionId } = JSON.parse(body ?? '{}') as { name?: string; collectionId?: number }
      shop.assets = shop.assets.map((one) =>
        one.id === id ? { ...one, name: name ?? one.name, collectionId: collectionId ?? one.collectionId } : one,
      )
      return { status: 200, body: shop.assets.find((one) => one.id === id) }
    }
    if (method === 'GET') {
      const [collection, pageNo, pageSize] = ['collectionId', 'pageNo', 'pageSize'].map((name) =>
        Number(url.searchParams.get(name)),
      )
      const all = withNext(shop.assets.filter((one) => one.collectionId === collection))
      const from = ((pageNo ?? 1) - 1) * (pageSize ?? 50)
      return { status: 200, body: { items: all.slice(from, from + (pageSize ?? 50)), totalItems: all.length } }
    }
    if (method === 'DELETE') shop.assets = shop.assets.filter((one) => one.id !== id)
    if (method === 'POST') shop.assets.push(assetOf(input.fileId, `新 ${input.fileId}.png`))
    return method === 'POST' ? { status: 200, body: shop.assets.at(-1) } : ok
  }
  const api = createApi(
    async (request) => {
      const { status, body } = answerRequest(request)
      return { status, headers: {}, body: JSON.stringify(body) }
    },
    { token: () => 't', onSessionEnded: () => {}, onFailure: () => {} },
  )
  const sent: string[] = []
  // The library uses only this part of the platform.
  const platform = {
    uploadFile: async ({ name }: { name: string }) => {
      sent.push(name)
      return { fileId: 900 + sent.length }
    },
  } as unknown as Platform
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const kinds = { 'asset-upload': assetUpload, 'asset-delete': assetDelete, 'asset-move': assetMove } as const
  const store = createTaskStore<AssetTaskServices>({
    services: { api, platform, queries },
    kinds: async (kind) => kinds[kind as keyof typeof kinds],
    storage: memoryTaskStorage(),
    network: { isOnline: () => true, onChange: () => () => undefined },
  })
  store.setAccount('demo')
  render(
    <QueryClientProvider client={queries}>
      <ServicesProvider api={api} platform={platform}>
        <TaskStoreProvider store={store}>{screen}</TaskStoreProvider>
      </ServicesProvider>
    </QueryClientProvider>,
  )
  return { shop, sent, store, user: userEvent.setup({ delay: null, pointerEventsCheck: PointerEventsCheckLevel.Never }) }
}
