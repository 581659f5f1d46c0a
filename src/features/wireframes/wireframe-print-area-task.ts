/** Task that sets the margins of many wireframes, one after another: the API has no call for many. */
import type { QueryClient } from '@tanstack/react-query'
import { NotFoundError } from '../../../contract/call-errors'
import type { PrintArea } from '../../../contract/types'
import type { Api } from '../../api/services'
import type { TaskKind } from '../../base/tasks/types'
import { refreshWireframes } from './mutations'
import { type MarginChange, marginFields, printAreaFields } from './print-area'

export const printAreaKind = 'wireframe-print-area'

export interface PrintAreaInput {
  readonly wireframeId: number
  /** The sides to change; the others are left alone. null removes the area. */
  readonly change: MarginChange | null
  /** The area when the batch was planned, for 撤销; absent in a batch that is itself an undo. */
  readonly before?: PrintArea | null
}

interface Services {
  readonly api: Pick<Api, 'wireframes'>
  readonly queries: Pick<QueryClient, 'invalidateQueries'>
}

const wireframePrintArea: TaskKind<PrintAreaInput, 'done', Services> = {
  kind: printAreaKind,
  concurrency: 1,
  async run({ wireframeId, change }, { signal }, { api }) {
    const body = change === null ? printAreaFields(null) : marginFields(change)
    try {
      await api.wireframes.update({ params: { id: wireframeId }, body }, { quiet: true, signal })
    } catch (error) {
      if (error instanceof NotFoundError) throw new Error('这张线框图已被删除，刷新列表后再看', { cause: error })
      throw error
    }
    return 'done'
  },
  onEnded: (_, { queries }) => void refreshWireframes(queries),
}

export default wireframePrintArea
