/** An in-memory server that the designer's tests load from and save to. */

import { ConflictError, InvalidError, NotFoundError } from '../../../contract/call-errors'
import {
  templateCreate as createSchema,
  templateSave as saveSchema,
  template as templateSchema,
} from '../../../contract/schemas/templates'
import { templateRow } from '../../../contract/test/templates'
import type { Template, TemplateCreate, TemplateSave } from '../../../contract/types'
import type { DesignDoc } from '../../../design/model/types'
import { templateSave } from '../../../design/template/save'
import { templateStore } from '../api/design-store'
import type { SavePorts } from '../api/save-design'

/** A server of one template that counts revisions and gives each new layer row an id. */
export function templateServer(first: Template | null) {
  let stored = first
  let ids = 100
  const write = (body: TemplateCreate | TemplateSave, head: Pick<Template, 'id' | 'collectionId' | 'revision'>): Template => {
    const known = new Map(stored?.id === head.id ? stored.layers.map((layer) => [layer.uuid, layer.id]) : [])
    const layers = body.layers.map((layer) => ({ ...layer, id: known.get(layer.uuid) ?? ++ids }))
    // Pass the body through JSON and the contract, as the real round trip does.
    stored = templateSchema.parse(JSON.parse(JSON.stringify({ ...templateRow(), ...body, ...head, layers })))
    return stored
  }
  const call = { method: 'PUT', url: '/api/design_templates/1' }
  const thumbnails: DesignDoc[] = []
  const answered = new Map<string, { readonly sent: string; readonly answer: Template }>()
  const creates: { readonly key: string; readonly body: string }[] = []
  let createdCount = 0
  let collections: readonly number[] = [10, 11]
  const ports: SavePorts = {
    pictures: { store: () => Promise.reject(new Error('no layer here waits for its picture')) },
    thumbnail: async (doc) => thumbnails.push(doc),
    enabled: false,
    designs: templateStore({
      get: async () => {
        if (!stored) throw new NotFoundError('模板不存在', { ...call, method: 'GET' })
        return stored
      },
      create: ({ body }, { idempotencyKey = '' } = {}) => {
        const sent = JSON.stringify(body)
        creates.push({ key: idempotencyKey, body: sent })
        const earlier = answered.get(idempotencyKey)
        if (earlier) {
          if (earlier.sent !== sent)
            return Promise.reject(new ConflictError('幂等键不符', { ...call, method: 'POST' }, { status: 409 }))
          return Promise.resolve(earlier.answer)
        }
        if (!collections.includes(body.collectionId)) {
          const message = '分组不存在或已被删除，请选择其他分组'
          const issues = [{ path: 'body.collectionId', code: 'invalid', message }]
          return Promise.reject(new InvalidError(message, { ...call, method: 'POST' }, { status: 422, issues }))
        }
        const answer = write(createSchema.parse(body), { id: 2, collectionId: body.collectionId, revision: 1 })
        if (idempotencyKey !== '') answered.set(idempotencyKey, { sent, answer })
        createdCount++
        return Promise.resolve(answer)
      },
      save: async ({ params, body }) => {
        if (!stored) throw new NotFoundError('模板不存在', call)
        if (body.revision !== stored.revision) throw new ConflictError('模板已被修改', call)
        const { collectionId, revision } = stored
        return write(saveSchema.parse(body), { id: Number(params.id), collectionId, revision: revision + 1 })
      },
    }),
  }
  return {
    ports,
    thumbnails,
    creates,
    /** Returns how many templates were created. */
    createdCount: () => createdCount,
    stored: () => stored,
    remove: () => {
      stored = null
    },
    /** Deletes a collection and its templates. */
    removeCollection: (id: number) => {
      collections = collections.filter((other) => other !== id)
      if (stored?.collectionId === id) stored = null
    },
    /** Saves as another user. */
    saveAsOther: (doc: DesignDoc) => {
      if (stored)
        write(templateSave(doc, { revision: stored.revision, thumbnailFileId: 1 }), { ...stored, revision: stored.revision + 1 })
    },
  }
}
