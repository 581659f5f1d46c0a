/** What batches of templates need of the designer, loaded when it is first needed. */
import { type ComponentProps, type ReactNode, useEffect, useState } from 'react'
import type { BatchParts } from '../../features/templates/batch/use-batch'
import { Drawer } from '../../ui/drawer'
import { lazyScreen } from '../../ui/lazy-screen'

type BatchPreviewProps = ComponentProps<BatchParts['BatchPreview']>

/** The batch preview's place, while its code is on its way or did not come. */
function PreviewCover({ templates, onClose, children }: BatchPreviewProps & { readonly children: ReactNode }) {
  return (
    <Drawer
      visible={templates !== null}
      placement="left"
      width="min(1160px, calc(100vw - 24px))"
      title="批量预览"
      footer={null}
      onCancel={onClose}
    >
      {children}
    </Drawer>
  )
}

const loadPreview = () => import('../../template-tools/batch/batch-preview')
const BatchPreview = lazyScreen(loadPreview, { Cover: PreviewCover })

/** Kept once it was needed, so that closing can still be animated. */
function BatchPreviewOnDemand(props: BatchPreviewProps) {
  const [needed, setNeeded] = useState(props.templates !== null)
  if (props.templates !== null && !needed) setNeeded(true)
  const { expected } = props
  // The first picture need not wait for the code; whether it came is told when it is needed.
  useEffect(() => {
    if (expected) void loadPreview().catch(() => undefined)
  }, [expected])
  return needed && <BatchPreview {...props} />
}

export const batchParts: BatchParts = {
  BatchPreview: BatchPreviewOnDemand,
  PhoneFields: lazyScreen(() => import('../../template-tools/batch/phone-fields')),
}
