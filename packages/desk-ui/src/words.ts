import { useShop } from 'stoa';

const english = {
  search: 'Search',
  show: 'Show',
  previous: 'Previous page',
  next: 'Next page',
  pages: 'Pages',
  pageOf: (at: string, total: string) => `Page ${at} of ${total}`,
  select: 'Selection',
  withSelected: 'Actions for the selected rows',
  done: (count: string) => `Done: ${count}.`,
  back: 'Back to the list',
  columns: 'Columns',
  hideColumn: (label: string) => `Hide: ${label}`,
  showColumn: (label: string) => `Show: ${label}`,
};

type Words = typeof english;

const german: Words = {
  search: 'Suchen',
  show: 'Anzeigen',
  previous: 'Vorherige Seite',
  next: 'Nächste Seite',
  pages: 'Seiten',
  pageOf: (at, total) => `Seite ${at} von ${total}`,
  select: 'Auswahl',
  withSelected: 'Aktionen für die ausgewählten Zeilen',
  done: (count) => `Erledigt: ${count}.`,
  back: 'Zurück zur Liste',
  columns: 'Spalten',
  hideColumn: (label) => `Ausblenden: ${label}`,
  showColumn: (label) => `Einblenden: ${label}`,
};

const arabic: Words = {
  search: 'بحث',
  show: 'عرض',
  previous: 'الصفحة السابقة',
  next: 'الصفحة التالية',
  pages: 'الصفحات',
  pageOf: (at, total) => `الصفحة ${at} من ${total}`,
  select: 'الاختيار',
  withSelected: 'إجراءات على الصفوف المختارة',
  done: (count) => `تم: ${count}.`,
  back: 'العودة إلى القائمة',
  columns: 'الأعمدة',
  hideColumn: (label) => `إخفاء: ${label}`,
  showColumn: (label) => `إظهار: ${label}`,
};

/** The words of these components in the language of the page. English where there are none. */
export function useWords(): Words {
  const [language] = useShop().locale.split('-', 1);
  return language === 'de' ? german : language === 'ar' ? arabic : english;
}
