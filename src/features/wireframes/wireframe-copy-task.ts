/** Task that copies one wireframe to other colours and models, one after another: each gets a wireframe of its own. */
import type { QueryClient } from '@tanstack/react-query'
import { NotFoundError } from '../../../contract/call-errors'
import type { Api } from '../../api/services'
import type { TaskKind } from '../../base/tasks/types'
import { refreshWireframes } from './mutations'
import type { RowTarget } from './rows'
import { putSku } from './save-wireframe'

export const wireframeCopyKind = 'wireframe-copy'

export interface CopyInput {
  readonly wireframeId: number
  readonly to: RowTarget
}

interface Services {
  readonly api: Pick<Api, 'wireframes' | 'phoneCaseSkus'>
  readonly queries: Pick<QueryClient, 'invalidateQueries'>
}

/** The id of the copy made by an earlier attempt; null for any other checkpoint. */
const checkpointedCopyId = (saved: unknown): number | null =>
  typeof saved === 'object' && saved !== null && 'id' in saved && typeof saved.id === 'number' ? saved.id : null

const wireframeCopy: TaskKind<CopyInput, 'done', Services> = {
  kind: wireframeCopyKind,
  concurrency: 1,
  async run({ wireframeId, to }, context, { api }) {
    const { signal } = context
    try {
      const id =
        checkpointedCopyId(context.saved) ??
        (await api.wireframes.copy({ params: { id: wireframeId } }, { quiet: true, signal })).id
      await context.checkpoint({ id })
      await putSku(api, to, { wireframeId: id, enabled: to.sku?.enabled ?? false })
    } catch (error) {
      if (error instanceof NotFoundError) throw new Error('要复制的线框图已被删除，刷新列表后再看', { cause: error })
      throw error
    }
    return 'done'
  },
  onEnded: (_, { queries }) => void refreshWireframes(queries),
}

export default wireframeCopy
