export { answerSaved } from './answer-saved.ts';
export { Filters } from './filters.tsx';
export { Field, Form, HiddenField } from './form.tsx';
export { moneyOf, moneyText } from './money.ts';
export { Badge, Facts, LinkButton, Notice, Saved, Section, Title } from './parts.tsx';
export { searchText } from './search-text.ts';
export { type Column, type Row, Table } from './table.tsx';
