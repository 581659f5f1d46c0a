import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { homeQuery } from '../../api/queries/home'
import { printFloorKeys } from '../../api/queries/print-floor'
import { useApi } from '../../api/services'

/** Returns a function that reads the print floor again after a change, and the count in the menu. */
export function useFloorChange(): () => Promise<unknown> {
  const api = useApi()
  const queries = useQueryClient()
  return useCallback(
    () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: printFloorKeys.all }),
        queries.invalidateQueries({ queryKey: homeQuery(api).queryKey, exact: true }),
      ]),
    [api, queries],
  )
}
