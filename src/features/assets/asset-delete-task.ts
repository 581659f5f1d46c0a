/** Task that deletes many assets, each by its own call: the API has no call for many. */
import type { QueryClient } from '@tanstack/react-query'
import { NotFoundError } from '../../../contract/call-errors'
import { assetKeys } from '../../api/queries/assets'
import type { Api } from '../../api/services'
import type { TaskKind } from '../../base/tasks/types'

interface Services {
  readonly api: Pick<Api, 'designAssets'>
  readonly queries: Pick<QueryClient, 'invalidateQueries'>
}

const assetDelete: TaskKind<{ readonly id: number }, 'deleted', Services> = {
  kind: 'asset-delete',
  // The server makes one change of a collection at a time; this many calls hide the latency of the network.
  concurrency: 4,
  async run({ id }, { signal }, { api }) {
    try {
      await api.designAssets.remove({ params: { id } }, { quiet: true, signal })
    } catch (error) {
      // Already deleted, by another window or by an earlier attempt whose response was lost.
      if (!(error instanceof NotFoundError)) throw error
    }
    return 'deleted'
  },
  onEnded: (_, { queries }) => void queries.invalidateQueries({ queryKey: assetKeys.all }),
}

export default assetDelete
