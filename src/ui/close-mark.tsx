import { IconClose } from '@arco-design/web-react/icon'
import { VisuallyHidden } from './visually-hidden'

/** The close icon of an Arco Alert with an accessible name, which Arco's own lacks: `closeElement={<CloseMark />}`. */
export function CloseMark() {
  return (
    <>
      <IconClose aria-hidden="true" />
      <VisuallyHidden>关闭提示</VisuallyHidden>
    </>
  )
}
