import { Alert } from '@arco-design/web-react'
import { useQuery } from '@tanstack/react-query'
import { useSnapshot } from 'valtio'
import { maintenance } from '../api/maintenance'
import { meQuery } from '../api/queries/session'
import { useApi } from '../api/services'

/** How often the server is asked whether the maintenance is over, ms. */
const askMs = 15_000

/** Tells in the operator's words that nothing can be changed for now; it goes away by itself. */
export function MaintenanceBanner() {
  const { words } = useSnapshot(maintenance)
  const isMaintained = words !== null
  useQuery({ ...meQuery(useApi()), enabled: isMaintained, refetchInterval: askMs, meta: { quiet: true } })
  return isMaintained && <Alert banner type="warning" content={`${words}。现在可以查看，不能修改；结束后这条提示会自动消失。`} />
}
