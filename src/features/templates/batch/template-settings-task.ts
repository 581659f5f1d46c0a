/** Task that applies the same settings to many templates, one after another: the API has no call for many. */
import type { QueryClient } from '@tanstack/react-query'
import { NotFoundError } from '../../../../contract/call-errors'
import { templateKeys } from '../../../api/queries/templates'
import type { Api } from '../../../api/services'
import type { TaskKind } from '../../../base/tasks/types'
import { type SettingsInput, settingsKind } from './batch-kinds'

interface Services {
  readonly api: Pick<Api, 'templates'>
  readonly queries: Pick<QueryClient, 'invalidateQueries'>
}

const templateSettings: TaskKind<SettingsInput, 'done', Services> = {
  kind: settingsKind,
  concurrency: 1,
  async run({ id, settings }, { signal }, { api }) {
    try {
      await api.templates.settings({ params: { id }, body: settings }, { quiet: true, signal })
    } catch (error) {
      if (error instanceof NotFoundError) throw new Error('这个模板已被删除，刷新列表后再看', { cause: error })
      throw error
    }
    return 'done'
  },
  onEnded: (_, { queries }) => void queries.invalidateQueries({ queryKey: templateKeys.lists() }),
}

export default templateSettings
