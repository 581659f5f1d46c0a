/** What the user who is signed in may do, as the server said when it named them. */
import { useQuery } from '@tanstack/react-query'
import type { Permission } from '../../contract/constants'
import { holdsAny } from '../../contract/permissions'
import type { Me } from '../../contract/types'
import { meQuery } from './queries/session'
import { useApi } from './services'

/** Whether somebody may do what needs one of `wanted`; the main account may do everything. */
export const mayDo = (me: Pick<Me, 'mainUsername' | 'permissions'>, wanted: readonly Permission[]): boolean =>
  me.mainUsername === undefined || holdsAny(me.permissions, wanted)

export interface Permissions {
  /** False while it is not known who is signed in. */
  may(wanted: readonly Permission[]): boolean
  /** Asks the server again: the main account may have given more. */
  refresh(): Promise<unknown>
  readonly refreshing: boolean
}

export function usePermissions(): Permissions {
  const me = useQuery(meQuery(useApi()))
  return {
    may: (wanted) => me.data !== undefined && mayDo(me.data, wanted),
    refresh: () => me.refetch(),
    refreshing: me.isFetching,
  }
}
