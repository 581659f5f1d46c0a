import { useQueryClient } from '@tanstack/react-query'
import { orderKeys } from '../../api/queries/orders'
import { screens } from '../../base/paths'
import OrderScreen from '../../features/orders/order-screen'
import { discardUnsaved } from '../../ui/leave-guard'
import { useScreenParams } from '../../ui/use-list-query'
import { useEverTrue } from '../../ui/use-value-while-closing'
import { DesignerDrawer } from './lazy-designer'

/** Orders with the designer over them, in which a customization is corrected; the address contains the open one. */
export default function OrderManagement() {
  const params = useScreenParams(screens.orders)
  const queries = useQueryClient()
  const text = params.get('correct')
  const customizationId = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : null
  const needed = useEverTrue(customizationId !== null)
  const close = () => {
    // The designer itself has asked about unsaved work.
    discardUnsaved()
    void queries.invalidateQueries({ queryKey: orderKeys.all })
    params.set({ correct: null })
  }
  return (
    <>
      <OrderScreen onCorrect={(id) => params.set({ correct: id })} />
      {needed && <DesignerDrawer open={customizationId === null ? null : { kind: 'correct', customizationId }} onClose={close} />}
    </>
  )
}
