/** Pictures out of a collection, each by its own call: the API has none for many. */
import type { QueryClient } from '@tanstack/react-query'
import { assetKeys } from '../../api/queries/assets'
import type { Api } from '../../api/services'
import { NotFoundError } from '../../base/errors'
import type { TaskKind } from '../../base/tasks/types'

interface Services {
  readonly api: Pick<Api, 'designAssets'>
  readonly queries: Pick<QueryClient, 'invalidateQueries'>
}

const assetDelete: TaskKind<{ readonly id: number }, 'deleted', Services> = {
  kind: 'asset-delete',
  // The server takes one change of a collection after the other; this many hide the way there and back.
  atOnce: 4,
  async run({ id }, { signal }, { api }) {
    try {
      await api.designAssets.remove({ params: { id } }, { quiet: true, signal })
    } catch (error) {
      // Another window, or the try before this one whose answer was lost, has deleted it.
      if (!(error instanceof NotFoundError)) throw error
    }
    return 'deleted'
  },
  ended: (_, { queries }) => void queries.invalidateQueries({ queryKey: assetKeys.all }),
}

export default assetDelete
