import { Modal } from '@arco-design/web-react'

export const openQuestion = Modal.confirm
