-- Demonstration data: how the supplements are taken. A form that is there stays.
update supplement set form = case
    when presentation ~ 'tablets' then 'tablets'
    when presentation ~ 'capsules|softgels' then 'capsules'
    when presentation ~ 'lozenges' then 'lozenges'
    when presentation ~ 'gummies' then 'gummies'
    when presentation ~ 'bars' then 'bars'
    when product_id between '1054' and '1059' then 'tea'
    when product_id in ('1003', '1021', '1023', '1024', '1031', '1032') then 'liquid'
    else 'powder' end
where product_id between '1001' and '1072' and form is null and product_id not in ('1034', '1061', '1062', '1064');
