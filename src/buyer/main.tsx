import './buyer.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { BuyerApp } from './app'

const [, token = ''] = /\/customize\/([^/]+)/.exec(location.pathname) ?? []
const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <BuyerApp token={token} />
    </StrictMode>,
  )
