/** Task that draws print files again from their designs. A print file that looks the same stays; another one becomes a new version. */
import type { QueryClient } from '@tanstack/react-query'
import { ConflictError, NotFoundError } from '../../../../contract/call-errors'
import { printsLookSame } from '../../../../contract/rules/rendering'
import { orderKeys } from '../../../api/queries/orders'
import type { Api } from '../../../api/services'
import { FinalFailure, type TaskKind } from '../../../base/tasks/types'
import { type RenderInput, renderKind } from './render-kind'

interface Services {
  readonly api: Pick<Api, 'customizations'>
  readonly queries: Pick<QueryClient, 'invalidateQueries'>
}

/** Drawing takes the server longer than other calls, ms. */
const renderMs = 60_000

const renderTask: TaskKind<RenderInput, 'same' | 'replaced', Services> = {
  kind: renderKind,
  concurrency: 1,
  async run({ customizationId }, { signal }, { api }) {
    const params = { id: customizationId }
    const options = { quiet: true, signal, timeoutMs: renderMs }
    try {
      const comparison = await api.customizations.compare({ params }, options)
      // A repeated attempt whose first answer was lost ends here, too: the new picture has taken its place.
      if (printsLookSame(comparison)) return 'same'
      await api.customizations.render({ params, body: { version: comparison.version } }, options)
      return 'replaced'
    } catch (error) {
      // Paid for meanwhile, deleted, or without layers: another attempt ends in the same way.
      if (error instanceof ConflictError || error instanceof NotFoundError)
        throw new FinalFailure(error.message, { cause: error })
      throw error
    }
  },
  onEnded: (_, { queries }) => void queries.invalidateQueries({ queryKey: orderKeys.all }),
}

export default renderTask
