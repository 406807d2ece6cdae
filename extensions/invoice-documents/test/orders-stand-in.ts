import { type ExtensionOptions, openExtension } from 'stoa/testing';

const totals = {
  goods: 2000,
  reduction: 200,
  delivery: 490,
  fees: 0,
  total: 2290,
  refunded: 0,
  reductions: [{ label: 'Voucher TEN', amount: 200 }],
  taxes: [
    { rate: 1900, net: 1513, tax: 287 },
    { rate: 700, net: 458, tax: 32 },
  ],
};

const line = { sku: 'A1', name: 'Vitamin C', label: '120', quantity: 2, unit: 1000, gross: 2000, rate: 1900 };

/** An order of orders, as far as documents need it. */
export const soundOrder = {
  id: 'o1',
  number: '100001',
  state: 'PAID',
  invoiceNumber: '2026-000007' as string | null,
  placedAt: '2026-01-31T23:30:00.000Z',
  sentAt: null as string | null,
  locale: 'en-IE',
  name: 'Ann Lee',
  deliveryLabel: 'Parcel',
  paymentMethod: 'CardPayment',
  paymentLabel: 'Card',
  address: {
    name: 'Ann Lee',
    addition: null as string | null,
    street: 'Hlavní 1',
    postcode: '110 00',
    city: 'Praha',
    region: null as string | null,
    phone: null as string | null,
    country: 'CZ',
  },
  lines: [line],
  totals,
};

export type StoodIn = typeof soundOrder;

/** The extension alone. Orders are those of the map; the key of each is `key`. */
export async function openDocuments(orders: Map<string, StoodIn>, options: ExtensionOptions = {}) {
  return await openExtension('invoice-documents', {
    locales: ['en-IE', 'de', 'ar'],
    settings: { company: 'Stoa Ltd', address: '1 Quay Street\nGalway', vatId: 'IE1234567T' },
    mocks: {
      Query: {
        order: (_root, { id, key }, { caller }) => {
          const isOfShop = caller.kind === 'user' && caller.permissions.includes('orders:write');
          return isOfShop || key === 'key' ? (orders.get(id) ?? null) : null;
        },
        anyOrder: (_root, { id }) => orders.get(id) ?? null,
      },
    },
    ...options,
  });
}
