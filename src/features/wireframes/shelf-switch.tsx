import { Switch, Tooltip } from '@arco-design/web-react'
import { useShelf } from './mutations'
import { hasWireframe, isOnShelf, nameOfRow, type WireframeRow } from './rows'

const noWireframe = '先上传线框图，再上架：没有线框图买家看不到'

/** The switch 上架 / 下架 of one row. */
export function ShelfSwitch({ row }: { readonly row: WireframeRow }) {
  const { mutate, isPending } = useShelf(row)
  const checked = isOnShelf(row)
  // A SKU that is on shelf without a wireframe can still be taken off.
  const refusal = !checked && !hasWireframe(row) ? noWireframe : null
  const control = (
    <Switch
      checked={checked}
      loading={isPending}
      checkedText="上架"
      uncheckedText="下架"
      aria-label={`上架「${nameOfRow(row)}」`}
      // `aria-disabled` instead of `disabled`, so that the reason can be reached by pointer and keyboard.
      className={refusal === null ? '' : 'wireframes-refused'}
      {...(refusal !== null && { 'aria-disabled': true, 'aria-description': refusal })}
      onChange={(next) => {
        if (refusal === null) mutate(next)
      }}
    />
  )
  return refusal === null ? control : <Tooltip content={refusal}>{control}</Tooltip>
}
