import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Redirect, useLocation, useParams } from 'wouter'
import { creditKeys, creditsQuery, rechargeRecordsQuery } from '../../api/queries/credits'
import { useApi } from '../../api/services'
import { ListView } from '../../ui/list-view'
import { Page } from '../../ui/page'
import { TabBar } from '../../ui/tab-bar'
import { TableSkeleton } from '../../ui/table-skeleton'
import { toastSuccess } from '../../ui/toast'
import { BalanceCard } from './balance-card'
import { PaymentDialog } from './payment-dialog'
import { RechargeCentre, type RechargeCentreProps } from './recharge-centre'
import { RechargeRecords } from './recharge-records'
import { recordPageSizes } from './record-filters'
import { UsageRecords } from './usage-records'
import { usePayment } from './use-payment'
import './credits.css'
import { screens } from '../../base/paths'
import './records.css'

const tabs = [
  { key: 'records', label: '充值记录', path: screens.credits.path },
  { key: 'usage', label: '扣点记录', path: screens.usage.path },
  { key: 'recharge', label: '充值中心', path: screens.recharge.path },
] as const

/** Shown before the first payment has arrived: the recharge centre, with the payments that were begun and may have been made. */
function FirstRecharge(props: RechargeCentreProps) {
  const startedRecharges = useQuery(rechargeRecordsQuery(useApi(), { pageNo: 1, pageSize: recordPageSizes[0] }))
  return (
    <>
      <RechargeCentre {...props} />
      {(startedRecharges.data?.totalItems ?? 0) > 0 && (
        <section className="credits-begun" aria-label="充值记录">
          <h2 className="credits-heading">充值记录</h2>
          <RechargeRecords />
        </section>
      )}
    </>
  )
}

function BalanceSkeleton() {
  return (
    <>
      <div className="credits-balance is-loading" role="status" aria-label="正在加载点数余额" />
      <TableSkeleton label="正在加载" />
    </>
  )
}

/** 点数充值: the balance and the records; an account that never recharged sees the recharge centre alone. */
export default function PayScreen() {
  const api = useApi()
  const queries = useQueryClient()
  const { type } = useParams<{ type?: string }>()
  const [, navigate] = useLocation()
  const account = useQuery(creditsQuery(api))
  // Held here because the recharge centre is replaced when the first payment arrives.
  const paymentState = usePayment()
  const tab = tabs.find(({ key, path }) => (type === undefined ? path === screens.credits.path : key === type))
  if (!tab || type === 'records') return <Redirect to={screens.credits.path} replace />

  const refresh = async () => {
    void queries.invalidateQueries({ queryKey: creditKeys.recharges() })
    void queries.invalidateQueries({ queryKey: creditKeys.usages() })
    // A failure is shown above the balance.
    if ((await account.refetch()).isSuccess) toastSuccess('刷新完成')
  }
  // Tabs replace the history entry; only the button from the records to the recharge centre adds one for Back.
  const openTab = (key: string) => navigate(tabs.find((one) => one.key === key)?.path ?? screens.credits.path, { replace: true })
  return (
    <Page title="点数充值">
      <ListView result={account} skeleton={<BalanceSkeleton />}>
        {(data) => (
          <>
            <BalanceCard
              account={data}
              refreshing={account.isFetching}
              onRefresh={() => void refresh()}
              onRecharge={data.hasRecharged && tab.key !== 'recharge' ? () => navigate(screens.recharge.path) : undefined}
            />
            {data.hasRecharged ? (
              <TabBar label="点数充值" tabs={tabs} active={tab.key} onChange={openTab}>
                {tab.key === 'records' && <RechargeRecords />}
                {tab.key === 'usage' && <UsageRecords />}
                {tab.key === 'recharge' && <RechargeCentre paymentState={paymentState} prices={data} />}
              </TabBar>
            ) : (
              <FirstRecharge paymentState={paymentState} prices={data} />
            )}
          </>
        )}
      </ListView>
      <PaymentDialog
        paymentState={paymentState}
        balance={account.isFetching ? null : (account.data?.credits ?? null)}
        onRecords={() => navigate(screens.credits.path)}
      />
    </Page>
  )
}
