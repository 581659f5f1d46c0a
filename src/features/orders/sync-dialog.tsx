import { Alert } from '@arco-design/web-react'
import { useEffect, useState } from 'react'
import { Link } from 'wouter'
import { canSync, syncRefusal } from '../../../contract/rules/shop-types'
import type { Shop, SyncTask } from '../../../contract/types'
import { useApi } from '../../api/services'
import { type DayRange, dayEnd, dayStart } from '../../base/beijing-time'
import { screens } from '../../base/paths'
import { DayRangeField } from '../../ui/day-range'
import { FailureText } from '../../ui/failure-view'
import type { DialogProps } from '../../ui/lazy-dialog'
import { Modal } from '../../ui/modal'
import { ShopSelect } from '../../ui/shop-select'
import { SyncState } from './unread-orders'
import './sync.css'

interface SyncDialogProps extends DialogProps {
  readonly shops: readonly Shop[]
  /** Shop that is chosen at first: the one the list is filtered by. */
  readonly shopId: number | null
  readonly onStarted: (task: SyncTask, shopId: number) => void
}

/** 同步订单: starts a sync of one shop, either of what is new or of chosen days. */
export default function SyncDialog({ visible, shops, shopId, onStarted, onClose }: SyncDialogProps) {
  const api = useApi()
  const syncableShops = shops.filter(canSync)
  const [chosenShopId, setChosenShopId] = useState<number | null>(null)
  const [days, setDays] = useState<DayRange | null>(null)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const [shopMissing, setShopMissing] = useState(false)
  useEffect(() => {
    if (!visible) return
    setFailure(null)
    setShopMissing(false)
    setDays(null)
    setChosenShopId(null)
  }, [visible])
  const shop =
    syncableShops.find(({ id }) => id === (chosenShopId ?? shopId)) ?? (syncableShops.length === 1 ? syncableShops[0] : undefined)
  const expired = shops.filter((shop) => shop.authorization?.status === 'expired')

  const startSync = async () => {
    if (shop === undefined) return setShopMissing(true)
    setBusy(true)
    setFailure(null)
    try {
      const range = days === null ? {} : { createdAtStart: dayStart(days.from), createdAtEnd: dayEnd(days.to) }
      onStarted(await api.orders.sync({ body: { shopId: shop.id, ...range } }, { quiet: true }), shop.id)
      onClose()
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Modal
      visible={visible}
      title="同步订单"
      okText="开始同步"
      confirmLoading={busy}
      okButtonProps={{ disabled: syncableShops.length === 0 }}
      onOk={() => void startSync()}
      onCancel={onClose}
    >
      {failure !== null && <Alert className="form-alert" type="error" content={<FailureText error={failure} />} />}
      {syncableShops.length === 0 ? (
        <p className="orders-dialog-text">
          没有可以同步的店铺：只有已授权的店铺能从平台读取订单。<Link href={screens.shops.path}>去店铺设置看看</Link>
        </p>
      ) : (
        <div className="orders-form">
          <div className="orders-field">
            <span className="orders-label">店铺</span>
            <ShopSelect
              shops={syncableShops}
              value={shop?.id ?? null}
              onChange={(id) => {
                setChosenShopId(id)
                setShopMissing(false)
              }}
            />
            {shopMissing && (
              <span className="orders-problem" role="alert">
                请选择要同步的店铺
              </span>
            )}
          </div>
          <div className="orders-field">
            <span className="orders-label">下单日期（可不选）</span>
            <DayRangeField label="同步的下单日期" value={days} onChange={setDays} />
            <span className="orders-hint">不选日期时，读取上次同步以后有变化的订单。</span>
          </div>
          {shop !== undefined && <SyncState shopId={shop.id} />}
        </div>
      )}
      {expired.length > 0 && (
        <p className="orders-hint">{expired.map((shop) => `「${shop.name}」${syncRefusal(shop)}`).join('；')}</p>
      )}
    </Modal>
  )
}
