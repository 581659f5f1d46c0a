import { IconClose } from '@arco-design/web-react/icon'
import { VisuallyHidden } from './visually-hidden'

/** The cross of an Arco Alert, with the name that Arco's own lacks: `closeElement={<CloseMark />}`. */
export function CloseMark() {
  return (
    <>
      <IconClose aria-hidden="true" />
      <VisuallyHidden>关闭提示</VisuallyHidden>
    </>
  )
}
