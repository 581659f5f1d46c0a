/** The permissions of the signed-in user, as the server reported them. */
import { useQuery } from '@tanstack/react-query'
import type { Permission } from '../../contract/constants'
import { holdsAny } from '../../contract/permissions'
import type { Me } from '../../contract/types'
import { meQuery } from './queries/session'
import { useApi } from './services'

/** Whether the user has one of the `wanted` permissions; the main account has all. */
export const mayDo = (me: Pick<Me, 'mainUsername' | 'permissions'>, wanted: readonly Permission[]): boolean =>
  me.mainUsername === undefined || holdsAny(me.permissions, wanted)

export interface Permissions {
  /** False while it is unknown who is signed in. */
  may(wanted: readonly Permission[]): boolean
  /** Reads the permissions again, because the main account may have granted more. */
  refresh(): Promise<unknown>
  readonly refreshing: boolean
  /** Whether the account had orders when they were read. */
  readonly hasOrders: boolean
}

export function usePermissions(): Permissions {
  const me = useQuery(meQuery(useApi()))
  return {
    may: (wanted) => me.data !== undefined && mayDo(me.data, wanted),
    refresh: () => me.refetch(),
    refreshing: me.isFetching,
    hasOrders: me.data?.hasOrders === true,
  }
}
