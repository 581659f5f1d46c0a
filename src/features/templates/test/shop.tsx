/** The screen of templates over the fake API: queries and tasks are real. */
import { vi } from 'vitest'
import { templateRow } from '../../../../contract/test/templates'
import type { TemplateCollection, TemplateRow } from '../../../../contract/types'
import { type Failure, fakeApi } from '../../../api/test/fake-api'
import { renderScreen, testQueries } from '../../../api/test/render-screen'
import { pageLocks } from '../../../base/tasks/task-locks'
import { memoryTaskStorage } from '../../../base/tasks/task-storage'
import { createTaskStore } from '../../../base/tasks/task-store'
import type { AnyTaskKind } from '../../../base/tasks/types'
import { TaskStoreProvider } from '../../../ui/tasks'
import { copyKind, deleteKind, settingsKind } from '../batch/batch-kinds'
import templateCopy from '../batch/template-copy-task'
import templateDelete from '../batch/template-delete-task'
import templateSettings from '../batch/template-settings-task'
import TemplateScreen from '../template-screen'

const collection = (id: number, name: string, next: number | null): TemplateCollection => ({ id, name, next })
const template = (id: number, name: string, next: number | null) =>
  templateRow({
    ...{ id, name, next, layerCount: 3, updatedAt: 1_760_000_000_000 },
    thumbnail: { url: `/files/${id}.png`, width: 287, height: 600 },
  })

/** Opens the screen over a server with two collections, or with none. Any call can be made to fail. */
export function openShop({ isEmpty = false } = {}) {
  const shop = {
    collections: isEmpty ? [] : [collection(1, '夏日', 2), collection(2, '国风', null)],
    templates: isEmpty ? [] : [template(11, '海浪', 12), template(12, '西瓜', 13), template(13, '椰树', null)],
    use: { links: 0, skus: 0, emptied: 0 },
    /** Why a change of this template is refused. */
    refusals: new Map<number, Failure>(),
  }
  const server = fakeApi({
    users: { me: { username: 'demo', mainUsername: 'demo', permissions: ['templates', 'orders'] } },
    templateCollections: {
      list: () => shop.collections,
      create({ body: { name } }) {
        const added = collection(3, name, null)
        shop.collections.push(added)
        return added
      },
      remove: { ok: true },
      order({ params, body: { next } }) {
        const item = shop.collections.filter(({ id }) => id === params.id)
        const rest = shop.collections.filter(({ id }) => id !== params.id)
        const at = next === null ? rest.length : rest.findIndex(({ id }) => id === next)
        shop.collections = [...rest.slice(0, at), ...item, ...rest.slice(at)]
        return { ok: true }
      },
    },
    templates: {
      addStarters({ body: { starters } }) {
        if (isEmpty) shop.collections = [collection(1, '示例模板', null)]
        shop.templates.push(...starters.map((name, at) => template(21 + at, name, null)))
        return { collectionId: 1, templateIds: starters.map((_, at) => 21 + at) }
      },
      list({ query: { collectionId } }) {
        const items = shop.templates.filter((one) => one.collectionId === collectionId)
        return { items, totalItems: items.length }
      },
      names: () =>
        shop.templates.map(({ id, collectionId, name, enabled, productMode, updatedAt }) => ({
          ...{ id, collectionId, name, enabled, productMode, updatedAt },
        })),
      some({ query: { ids } }) {
        const found = new Map(shop.templates.map(({ next: _, ...one }) => [one.id, one]))
        return String(ids)
          .split(',')
          .flatMap((id) => found.get(Number(id)) ?? [])
      },
      copy({ body: { collectionId = 1 } }) {
        const added = templateRow({ id: 99, name: '副本', collectionId })
        shop.templates.push(added)
        return added
      },
      remove({ params }) {
        shop.templates = shop.templates.filter(({ id }) => id !== params.id)
        return { ok: true }
      },
      settings({ params: { id }, body }) {
        const refusal = shop.refusals.get(id)
        if (refusal !== undefined) return refusal
        const changed = templateRow({ ...shop.templates.find((one) => one.id === id), ...present(body) })
        shop.templates = shop.templates.map((one) => (one.id === id ? changed : one))
        return changed
      },
      order: { ok: true },
    },
    templateUse: { get: () => shop.use },
    designAssetCollections: {
      list: ({ query: { type } }) => [{ id: type * 10, name: `素材 ${type}`, type, count: 3, coverUrls: [], next: null }],
    },
    phoneCaseSkus: { list: [] },
    phoneBrands: { list: [] },
    phoneCaseMaterials: { list: [] },
  })
  const { api } = server
  const onOpen = vi.fn()
  const queries = testQueries()
  const services = { api, queries }
  const kinds: Readonly<Record<string, AnyTaskKind<typeof services>>> = {
    [settingsKind]: templateSettings,
    [copyKind]: templateCopy,
    [deleteKind]: templateDelete,
  }
  const tasks = createTaskStore<typeof services>({
    services,
    kinds: async (kind) => {
      const found = kinds[kind]
      if (!found) throw new Error(`no such kind: ${kind}`)
      return found
    },
    storage: memoryTaskStorage(),
    locks: pageLocks(),
  })
  tasks.setAccount('somebody')
  const { user } = renderScreen(
    <TaskStoreProvider store={tasks}>
      <TemplateScreen onOpen={onOpen} />
    </TaskStoreProvider>,
    { api, queries },
  )
  return { ...server, shop, asked: () => server.calls.map(({ request }) => request), onOpen, user }
}

/** Returns the fields that a change names. */
const present = (change: object): Partial<TemplateRow> =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
