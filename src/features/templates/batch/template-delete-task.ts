/** Task that deletes many templates, one after another: the API has no call for many. */
import type { QueryClient } from '@tanstack/react-query'
import { NotFoundError } from '../../../../contract/call-errors'
import { templateKeys } from '../../../api/queries/templates'
import type { Api } from '../../../api/services'
import type { TaskKind } from '../../../base/tasks/types'
import { type DeleteInput, deleteKind } from './batch-kinds'

interface Services {
  readonly api: Pick<Api, 'templates'>
  readonly queries: Pick<QueryClient, 'invalidateQueries'>
}

const templateDelete: TaskKind<DeleteInput, 'deleted', Services> = {
  kind: deleteKind,
  concurrency: 1,
  async run({ id }, { signal }, { api }) {
    try {
      await api.templates.remove({ params: { id } }, { quiet: true, signal })
    } catch (error) {
      // Already deleted, by another window or by an earlier attempt whose response was lost.
      if (!(error instanceof NotFoundError)) throw error
    }
    return 'deleted'
  },
  onEnded: (_, { queries }) => void queries.invalidateQueries({ queryKey: templateKeys.lists() }),
}

export default templateDelete
