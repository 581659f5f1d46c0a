/** A simulated server for screen tests: the API client, queries and tasks are real, the transport's answers are not. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event'
import { vi } from 'vitest'
import type { HttpRequest, Platform } from '../../../../adapters/platform'
import type { TemplateCollection, TemplateRow } from '../../../../contract/types'
import { createApi } from '../../../api/client'
import { ServicesProvider } from '../../../api/services'
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
export const template = (id: number, name: string, next: number | null, collectionId = 1): TemplateRow => ({
  id,
  collectionId,
  name,
  width: 500,
  height: 1044,
  thumbnail: { url: `/files/${id}.png`, width: 287, height: 600 },
  layerCount: 3,
  boundDesignAssetCollectionIds: [],
  previewPhoneModelId: null,
  previewMaterialColorId: null,
  enabled: true,
  productMode: 1,
  revision: 1,
  updatedAt: 1_760_000_000_000,
  next,
})

export type Answer = { status: number; body: unknown }

/** Opens the screen over a server with two collections. It records every call, and any call can be made to fail. */
export function openShop() {
  const shop = {
    collections: [collection(1, '夏日', 2), collection(2, '国风', null)],
    templates: [template(11, '海浪', 12), template(12, '西瓜', 13), template(13, '椰树', null)],
    asked: [] as string[],
    failing: new Map<string, Answer>(),
  }
  const answerTo = (request: HttpRequest): Answer => {
    const call = `${request.method} ${request.path}${request.body ? ` ${request.body}` : ''}`
    shop.asked.push(call)
    for (const [start, answer] of shop.failing) if (call.startsWith(start)) return answer
    if (call.startsWith('GET /api/design_template_collections')) return { status: 200, body: shop.collections }
    if (call.startsWith('GET /api/design_templates')) {
      const id = Number(new URLSearchParams(request.path.split('?')[1]).get('collectionId'))
      const items = shop.templates.filter((one) => one.collectionId === id)
      return { status: 200, body: { items, totalItems: items.length } }
    }
    if (call.startsWith('POST /api/design_template_collections')) {
      const added = collection(3, JSON.parse(request.body ?? '{}').name, null)
      shop.collections.push(added)
      return { status: 200, body: added }
    }
    const copied = request.path.match(/^\/api\/design_templates\/(\d+)\/copy$/)
    if (copied) {
      const added = template(99, '副本', null, JSON.parse(request.body ?? '{}').collectionId)
      shop.templates.push(added)
      return { status: 200, body: added }
    }
    const moved = request.path.match(/^\/api\/design_template_collections\/(\d+)\/ordering$/)
    if (moved) {
      const { next } = JSON.parse(request.body ?? '{}')
      const item = shop.collections.filter((collection) => collection.id === Number(moved[1]))
      const rest = shop.collections.filter((collection) => collection.id !== Number(moved[1]))
      const place = next === null ? rest.length : rest.findIndex((collection) => collection.id === next)
      shop.collections = [...rest.slice(0, place), ...item, ...rest.slice(place)]
    }
    if (request.method === 'DELETE' && request.path.startsWith('/api/design_templates/')) {
      shop.templates = shop.templates.filter((one) => !request.path.endsWith(`/${one.id}`))
    }
    const set = request.method === 'PATCH' ? request.path.match(/^\/api\/design_templates\/(\d+)$/) : null
    if (set) {
      const change = JSON.parse(request.body ?? '{}')
      shop.templates = shop.templates.map((one) => (one.id === Number(set[1]) ? { ...one, ...change } : one))
    }
    if (call.startsWith('GET /api/design_asset_collections')) {
      const type = Number(new URLSearchParams(request.path.split('?')[1]).get('type'))
      const rows = [{ id: type * 10, name: `素材 ${type}`, type, count: 3, coverUrls: [], next: null }]
      return { status: 200, body: rows }
    }
    return { status: 200, body: { ok: true } }
  }
  const api = createApi(
    (request) => {
      const { status, body } = answerTo(request)
      return Promise.resolve({ status, headers: {}, body: JSON.stringify(body) })
    },
    { token: () => 't', onSessionEnded: () => {}, onFailure: () => {} },
  )
  const onOpen = vi.fn()
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
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
  render(
    <QueryClientProvider client={queries}>
      {/* The screen does not use the platform. */}
      <ServicesProvider api={api} platform={{} as Platform}>
        <TaskStoreProvider store={tasks}>
          <TemplateScreen onOpen={onOpen} />
        </TaskStoreProvider>
      </ServicesProvider>
    </QueryClientProvider>,
  )
  return { shop, onOpen, user: userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never }) }
}

export const refused: Answer = { status: 500, body: { traceId: 'tr-9', code: 'internal', message: '服务器出错' } }
