-- stoa: expand
-- Any width of a picture may be that of another: a file goes when no picture names it.
create index product_picture_by_source on product_picture using gin ((picture -> 'sources') jsonb_path_ops);
drop index product_picture_by_file;
