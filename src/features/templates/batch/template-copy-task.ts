/** Task that copies many templates to another collection, one after another, so that they keep their order. */
import type { QueryClient } from '@tanstack/react-query'
import { NotFoundError } from '../../../../contract/call-errors'
import { randomHex } from '../../../../contract/ground/hex'
import { templateKeys } from '../../../api/queries/templates'
import type { Api } from '../../../api/services'
import type { TaskKind } from '../../../base/tasks/types'
import { type CopyInput, copyKind } from './batch-kinds'

interface Services {
  readonly api: Pick<Api, 'templates'>
  readonly queries: Pick<QueryClient, 'invalidateQueries'>
}

const templateCopy: TaskKind<CopyInput, number, Services> = {
  kind: copyKind,
  concurrency: 1,
  async run({ id, collectionId }, { signal, saved, checkpoint }, { api }) {
    // The key is checkpointed, so a retry after a lost response or a reload repeats the same copy instead of adding one.
    const idempotencyKey = typeof saved === 'string' ? saved : randomHex()
    if (saved !== idempotencyKey) await checkpoint(idempotencyKey)
    try {
      const copy = await api.templates.copy({ params: { id }, body: { collectionId } }, { quiet: true, signal, idempotencyKey })
      return copy.id
    } catch (error) {
      if (error instanceof NotFoundError) throw new Error('这个模板已被删除，刷新列表后再看', { cause: error })
      throw error
    }
  },
  onEnded: (_, { queries }) => void queries.invalidateQueries({ queryKey: templateKeys.lists() }),
}

export default templateCopy
