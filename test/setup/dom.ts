import '@arco-design/web-react/es/_util/react-19-adapter'
import { cleanup } from '@testing-library/react'
import { afterEach } from 'vitest'

afterEach(() => {
  cleanup()
  document.body.innerHTML = ''
})
