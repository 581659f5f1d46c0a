/** Query of the API keys. */
import { queryOptions } from '@tanstack/react-query'
import { readList } from '../read-list'
import type { Api } from '../services'

export const apiKeysKey = ['api-keys'] as const

/** Reads the API keys of the account, the newest first; those that ended within the last 90 days too. */
export const apiKeysQuery = (api: Api) => queryOptions({ queryKey: apiKeysKey, queryFn: readList(api, 'apiKeys', {}) })
