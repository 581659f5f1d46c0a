import { useQuery } from '@tanstack/react-query'
import { useRoute } from 'wouter'
import { viewers } from '../../../contract/permissions'
import { blanksQuery, printFloorQuery } from '../../api/queries/print-floor'
import { useApi } from '../../api/services'
import { usePermissions } from '../../api/use-permissions'
import { screens } from '../../base/paths'
import { BatchTab } from '../../features/print-floor/batch/batch-tab'
import { BlankTab } from '../../features/print-floor/blanks/blank-tab'
import { MachineTab } from '../../features/print-floor/machines/machine-tab'
import { ScanTab } from '../../features/print-floor/scan/scan-tab'
import { WaitingTab } from '../../features/print-floor/waiting/waiting-tab'
import { TypedScreen } from '../typed-screen'
import '../../features/print-floor/print-floor.css'

const counted = (label: string, count: number | undefined) => (count ? `${label} ${count}` : label)

/** 打印车间: pushed pieces become batches, sheets and parcels. Who only packs sees the scanning alone. */
export default function PrintFloor() {
  const api = useApi()
  // It has a route of its own, because more users may see it.
  const [isScan] = useRoute(screens.scan.path)
  const mayView = usePermissions().may(viewers.printFloor)
  const counts = useQuery({ ...printFloorQuery(api), enabled: mayView }).data
  const low = useQuery({ ...blanksQuery(api), enabled: mayView }).data?.filter(({ isLow }) => isLow).length
  const scan = { type: 'scan', label: '扫码', content: <ScanTab /> }
  const tabs = [
    { type: 'waiting', label: counted('待打印', counts?.states.waiting), content: <WaitingTab /> },
    { type: 'batches', label: counted('批次', counts?.openBatches), content: <BatchTab /> },
    { type: 'machines', label: '打印机与治具', content: <MachineTab /> },
    { type: 'blanks', label: low ? `空壳库存（${low} 种不足）` : '空壳库存', content: <BlankTab /> },
    scan,
  ]
  return (
    <TypedScreen
      title={mayView ? '打印车间' : scan.label}
      base={screens.printFloor.path}
      tabs={mayView ? tabs : [scan]}
      type={isScan ? scan.type : undefined}
    />
  )
}
