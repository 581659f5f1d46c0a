import { useQueries, useQuery } from '@tanstack/react-query'
import { boundFactoriesQuery, integrationsQuery, materialBindingsQuery } from '../../../api/queries/erp'
import { meQuery } from '../../../api/queries/session'
import { useApi } from '../../../api/services'
import { accountOf, readPushedFlag } from '../../../push/pushed-flag'
import { type Step, stepsOf } from './steps'

/** The steps with their current state; null while it is not known. */
export function useSteps(): readonly Step[] | null {
  const api = useApi()
  const integrations = useQuery({ ...integrationsQuery(api), meta: { quiet: true } })
  const hasKey = (integrations.data?.length ?? 0) > 0
  const factories = useQuery({ ...boundFactoriesQuery(api), enabled: hasKey, meta: { quiet: true } })
  const bindings = useQueries({
    queries: (factories.data ?? []).map(({ id }) => ({ ...materialBindingsQuery(api, id), meta: { quiet: true } })),
  })
  const me = useQuery({ ...meQuery(api), meta: { quiet: true } })
  if (integrations.data === undefined || me.data === undefined) return null
  // Wait for all bindings, or a tick would appear and vanish while they are read.
  if (hasKey && (factories.isPending || bindings.some(({ isPending }) => isPending))) return null
  const unbound = (factories.data ?? []).flatMap(({ gone, unbound }, at) => (!gone && bindings[at]?.data?.length ? unbound : []))
  return stepsOf({ hasKey, unbound, hasPushed: readPushedFlag(accountOf(me.data)) })
}
